// An organization as the visitor describes it, and its blueprint: what the kit makes of it. Runs in a browser.
export { type AddressPlan, type Blueprint, blueprintOf, quotas, type Refused } from './blueprint.ts'
export { pricesFrom } from './costs.ts'
export { takenNames } from './kit-inputs.ts'
export {
  changedKeys,
  egressModes,
  folders,
  fromQuery,
  type KitModel,
  most,
  mostNetworks,
  networksOf,
  type Organization,
  plansOf,
  toQuery,
  unitsOf,
} from './organization.ts'
export { homeRegions, regions } from './regions.ts'
