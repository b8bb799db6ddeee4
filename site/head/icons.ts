import sharp from 'sharp'
import source from '#content/favicon.svg?raw'
import { themeColors } from './theme-colors.ts'

/** The smallest size, in pixels, at which the vector is drawn before it is scaled down. */
const drawnSize = 1024

/** Draws the icon as a square PNG picture of `size` pixels. */
const drawIcon = (size: number) =>
  sharp(Buffer.from(source), { density: (72 * drawnSize) / 24 })
    .resize(size, size, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer()

/**
 * Draws the icon on the page's background color, with a margin. iOS paints transparent parts black and cuts off the corners.
 * @param size pixels
 */
export async function touchIcon(size: number): Promise<Buffer> {
  const icon = await drawIcon(Math.round(size * 0.7))
  const canvas = { width: size, height: size, channels: 3, background: themeColors.paper.light } as const
  return sharp({ create: canvas })
    .composite([{ input: icon }])
    .png()
    .toBuffer()
}

/** Makes an icon file with one PNG picture of 32 pixels (https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)). */
export async function icoFile(): Promise<Buffer> {
  const size = 32
  const png = await drawIcon(size)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // type: icon
  header.writeUInt16LE(1, 4) // number of pictures
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // color planes
  header.writeUInt16LE(32, 12) // bits a pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
