// All actions of AWS, so that pages of the kit need not name another package.
export { knownActions } from 'scp-dry-run/names'
