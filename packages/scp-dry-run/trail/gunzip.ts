// Unpacks gzip files (RFC 1952) piece by piece. A file may have several members, as those of pigz, bgzip, Firehose and
// `cat a.gz b.gz` have. DecompressionStream reads only the first member in browsers, and takes longer to start than a small file
// takes to unpack.
import { type FlateError, FlateErrorCode, Gunzip } from 'fflate'

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

const nothing = new Uint8Array()

/** A member has a header of 10 bytes or more, data, and 8 bytes after it. */
const leastBytes = 20

/** More zeros than a member can end with. */
const mostZeros = 16

/**
 * @param onBytes gets the unpacked bytes before `push` returns
 * @returns `push` and `end`. Both throw if the data is damaged, and `end` also if it is truncated. fflate does not compare
 * checksums, so a changed letter inside of an event may pass.
 */
export function unpacker(onBytes: (bytes: Uint8Array) => void): {
  push: (packed: Uint8Array) => void
  end: () => void
} {
  const gunzip = new Gunzip((bytes) => {
    if (bytes.length > 0) onBytes(bytes)
  })
  // Tapes and block devices pad a file with zeros, which look to fflate like another member. Zeros at the end of the data so far
  // wait until other bytes follow.
  let zeros = 0
  let total = 0
  return {
    push(packed) {
      total += packed.length
      let end = packed.length
      while (end > 0 && packed[end - 1] === 0) end--
      if (end > 0) {
        if (zeros > 0) gunzip.push(new Uint8Array(zeros))
        gunzip.push(packed.subarray(0, end))
        zeros = 0
      }
      zeros += packed.length - end
    },
    end() {
      // fflate takes a header that is cut off for an empty file.
      if (total < leastBytes) throw new RangeError('The gzip header is cut off.')
      try {
        gunzip.push(new Uint8Array(Math.min(zeros, mostZeros)))
      } catch (error) {
        // After the last member, the zeros are no header of another one: they are padding.
        if ((error as Partial<FlateError>).code === FlateErrorCode.InvalidHeader) return
        throw error
      }
      gunzip.push(nothing, true)
    },
  }
}
