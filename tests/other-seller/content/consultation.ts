export interface Consultation {
  name: string
  bought: string
  next: string
  log: readonly [string, string]
  bookingLink: string | null
}

export const consultation: Consultation | null = null
