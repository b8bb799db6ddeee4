// An organization as the visitor describes it, and what the kit makes of it. Runs in a browser.
export { pricesFrom } from './costs.ts'
export { type AddressPlan, type Drawn, draw, quotas, type Refused } from './drawn.ts'
export { takenNames } from './kit-inputs.ts'
export {
  cutKeys,
  egressModes,
  folders,
  fromQuery,
  type KitModel,
  most,
  type Organization,
  plansOf,
  toQuery,
  unitsOf,
} from './organization.ts'
export { homeRegions, regions } from './regions.ts'
