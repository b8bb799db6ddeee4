const second = 1000
const hour = 3600 * second

/** The largest difference to the provider's clock that network delay may explain, in ms. */
export const clockTolerance = 30 * second

/**
 * The largest difference to the provider's clock with which the shop can sell, in ms. The expiry of a session is corrected for a
 * slow clock. A fast clock makes sessions look longer, and Stripe refuses one of more than 24 hours.
 */
export const mostClockDifference = 23 * hour

export const clockRemedy =
  "Set this machine's clock, and keep it right with NTP. Orders expire by this clock, and events that seem 5 minutes old count as forged."
