/** Something between the shop and its launch. An error keeps `doctor` from calling it ready. */
export interface Finding {
  severity: 'error' | 'warning'
  what: string
  remedy: string
}

export const error = (what: string, remedy: string): Finding => ({ severity: 'error', what, remedy })
export const warning = (what: string, remedy: string): Finding => ({ severity: 'warning', what, remedy })
