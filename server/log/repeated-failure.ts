/**
 * Whether to log a failure: the first, second, fourth, eighth … in a row. A fault that lasts must not fill the log.
 * @param failures how many there were in a row, this one included
 */
export const isWorthLogging = (failures: number): boolean => Number.isInteger(Math.log2(failures))
