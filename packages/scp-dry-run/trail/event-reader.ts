// Reads the events of one file, piece by piece: what it is packed and written in, and whether it is JSON or a table.

import { utf16Of } from '../policy/bytes.ts'
import type { Times, TrailEvent } from './cloudtrail.ts'
import { type Damage, Damaged, foreignKind } from './damage.ts'
import { isGzip, unpacker } from './gunzip.ts'
import { jsonValues } from './json-values.ts'
import { tableReader } from './table.ts'
import { eventFinder } from './wrapped-events.ts'

/** The part of a file that shows its kind: a TAR archive has its sign at byte 257. */
const signBytes = 512

const signDecoder = new TextDecoder()

interface Sink {
  push(chunk: Uint8Array): void
  end(): void
}

/** Puts off the choice of what reads the data until its first bytes are there. */
function afterSign(choose: (sign: Uint8Array) => Sink): Sink {
  let sign = new Uint8Array()
  let sink: Sink | null = null
  const start = () => {
    sink = choose(sign)
    sink.push(sign)
    return sink
  }
  return {
    push(chunk) {
      if (sink) {
        sink.push(chunk)
        return
      }
      const joined = new Uint8Array(sign.length + chunk.length)
      joined.set(sign)
      joined.set(chunk, sign.length)
      sign = joined
      if (sign.length >= signBytes) start()
    },
    end() {
      ;(sink ?? start()).end()
    },
  }
}

/** Recodes UTF-16 as UTF-8. PowerShell 5 writes a program's output as UTF-16. */
function fromUtf16(encoding: 'utf-16le' | 'utf-16be', sink: Sink): Sink {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const encoder = new TextEncoder()
  return {
    push: (chunk) => sink.push(encoder.encode(decoder.decode(chunk, { stream: true }))),
    end() {
      sink.push(encoder.encode(decoder.decode()))
      sink.end()
    },
  }
}

export interface EventReader {
  /** @throws whatever ends the reading: `damageOf` says what it means */
  push(chunk: Uint8Array): void
  end(): void
  /** Values and lines that hold no event. */
  readonly others: number
  /** @param error that `push` or `end` has thrown; null at the end of the file. @returns what is wrong with the file */
  damageOf(error: unknown): Damage | null
}

/** @param onEvent gets each event before `push` or `end` returns; `count` if it stands for several */
export function eventReader(onEvent: (event: TrailEvent, count?: Times) => void): EventReader {
  let events = 0
  const { find, findInRow, others } = eventFinder((event, count) => {
    events += count?.times ?? 1
    onEvent(event, count)
  })
  const values = jsonValues(find)
  let [isPacked, isEmpty, isJson, isTable] = [false, true, false, false]

  const text = afterSign((sign) => {
    const start = signDecoder.decode(sign).trimStart()
    isEmpty = start === ''
    // Text has no zeros.
    if (sign.includes(0)) throw new Damaged('foreign')
    const [line = ''] = start.split(/[\r\n]/, 1)
    isJson = /^[{[]\s*["{[\]}]/.test(start)
    isTable = !/[{[]/.test(line)
    return isTable ? tableReader(findInRow) : values
  })

  const choose = (sign: Uint8Array): Sink => {
    if (isGzip(sign)) {
      if (isPacked) throw new Damaged('compressed')
      isPacked = true
      const inner = afterSign(choose)
      const { push, end } = unpacker((bytes) => inner.push(bytes))
      /** What was unpacked before the damage may end in a whole event. */
      const orDamaged = (step: () => void) => {
        try {
          step()
        } catch (error) {
          if (!(error instanceof Damaged)) inner.end()
          throw error
        }
      }
      return {
        push: (chunk) => orDamaged(() => push(chunk)),
        end() {
          orDamaged(end)
          inner.end()
        },
      }
    }
    const kind = foreignKind(sign)
    if (kind) throw new Damaged(kind)
    const encoding = utf16Of(sign)
    if (encoding) return fromUtf16(encoding, text)
    const hasMark = sign[0] === 0xef && sign[1] === 0xbb && sign[2] === 0xbf
    if (!hasMark) return text
    let isFirst = true
    return {
      push(chunk) {
        text.push(isFirst ? chunk.subarray(3) : chunk)
        isFirst = false
      },
      end: () => text.end(),
    }
  }
  const file = afterSign(choose)

  const reasons: readonly Damage[] = ['digest', 'config', 'columns', 'ocsf', 'notification', 'texts']
  return {
    push: (chunk) => file.push(chunk),
    end: () => file.end(),
    get others() {
      return others.count + values.otherLines
    },
    damageOf(error) {
      if (error instanceof Damaged && error.damage !== 'damaged') return error.damage
      if (error !== null || values.isDamaged) {
        const isKnown = events > 0 || values.lists > 0 || isJson || (isTable && others.count > 0)
        return isKnown || isPacked ? 'damaged' : 'foreign'
      }
      if (events > 0) return others.isCutOff ? 'damaged' : null
      if (isEmpty) return 'empty'
      const reason = reasons.find((kind) => others.kinds.has(kind))
      if (reason) return reason
      if (isTable) return others.count > 0 ? 'table' : 'foreign'
      return values.lists > 0 && others.count === 0 ? 'none' : 'foreign'
    },
  }
}
