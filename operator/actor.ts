import { userInfo } from 'node:os'
import type { Actor } from '../server/orders/seller-actions.ts'
import type { Shop } from './open-shop.ts'

/** The person at the command line: the user who ran sudo to become root or the shop's user, otherwise the current user. */
export const actor = ({ now }: Pick<Shop, 'now'>): Actor => ({
  by: process.env.SUDO_USER || userInfo().username,
  now: now(),
})
