import { model } from 'virtual:kit-model'
import { draw } from '#content/draw.ts'
import { pages } from '../../contract/paths.ts'

/** The page that draws an organization. The list is empty if the product is another kit. */
export const drawPage = model
  ? [{ path: pages.draw, title: draw.heading, description: draw.description }]
  : []
