import { userInfo } from 'node:os'
import type { Doer } from '../server/orders/history.ts'
import type { Shop } from './open-shop.ts'

/** The person at the command line: the user who became root or the shop's user with sudo, else the user who runs it. */
export const doer = ({ now }: Pick<Shop, 'now'>): Doer => ({
  by: process.env.SUDO_USER || userInfo().username,
  now: now(),
})
