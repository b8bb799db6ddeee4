/**
 * How many days the shop keeps data that it does not need for bookkeeping. The server looks for older data every hour, and
 * content/legal/privacy.md states these figures. Ask your lawyer before you raise them.
 */
export const retention = {
  /**
   * Name and email address of an order that was never paid, counted from the end of its checkout; and the files of a shop that
   * writes its mail to files.
   */
  unpaidOrderDays: 30,
  /** IP address and browser of everybody who used a download link. They are evidence in a dispute. */
  downloadTraceDays: 180,
} as const
