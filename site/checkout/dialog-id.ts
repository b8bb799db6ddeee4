/** The id that every purchase button's `commandfor` names. */
export const checkoutDialogId = 'checkout'
