// What can be wrong with a file, and a sentence for each.

/**
 * What is wrong with a file, and what to do. Each sentence goes on after the file's name. `{events}` is the number of its events
 * that could be read.
 */
export const damageTexts = {
  damaged: 'is damaged or cut off. The {events} events that could be read are counted.',
  unreadable: 'cannot be read. It may have been moved or changed.',
  empty: 'is empty.',
  none: 'has an empty list of events.',
  texts: 'has a list of texts, and none of them is an event of CloudTrail.',
  digest: 'is a digest of CloudTrail, which lists files and has no events.',
  config: 'is a file of AWS Config, which has no events.',
  notification: 'has notifications of S3, SNS or SQS, which have no events of CloudTrail.',
  ocsf: 'is in OCSF, the format of Security Lake, without the original events. Bring the files of the bucket.',
  columns:
    'has events as columns of a table. Bring the files of the bucket, or the result of the query for Athena.',
  table: 'is a table without events. Bring the files of the bucket, or the result of the query for Athena.',
  zip: 'is a ZIP archive. Unpack it first.',
  tar: 'is a TAR archive. Unpack it first.',
  parquet: 'is in Parquet, a format of tables. Query it with Athena, or use the files of CloudTrail.',
  compressed: 'is compressed twice, or by another program than gzip. Unpack it first.',
  foreign: 'has none of the shapes of CloudTrail that are known here.',
} as const

export type Damage = keyof typeof damageTexts

export class Damaged extends Error {
  readonly damage: Damage
  constructor(damage: Damage) {
    super(damageTexts[damage])
    this.damage = damage
  }
}

const startsWith = (bytes: Uint8Array, ...sign: number[]) => sign.every((byte, at) => bytes[at] === byte)
const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

/**
 * Recognizes other kinds of files by their first bytes.
 * @param bytes at least 262 of them, if the file has as many
 */
export function foreignKind(bytes: Uint8Array): Damage | null {
  if (startsWith(bytes, 0x50, 0x4b) && (bytes[2] === 3 || bytes[2] === 5 || bytes[2] === 7)) return 'zip'
  if (ascii(bytes, 257, 262) === 'ustar') return 'tar'
  const four = ascii(bytes, 0, 4)
  if (four === 'PAR1' || four === 'PARE' || four.startsWith('ORC') || four === 'Obj\x01') return 'parquet'
  const isCompressed =
    four.startsWith('BZh') ||
    startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd) ||
    startsWith(bytes, 0xfd, 0x37, 0x7a, 0x58) ||
    startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf) ||
    startsWith(bytes, 0x04, 0x22, 0x4d, 0x18)
  return isCompressed ? 'compressed' : null
}
