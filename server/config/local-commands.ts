import { isThisMachine } from './env.ts'

/**
 * The commands in texts for the seller, as one types them in a clone and on a server. There, docs/operations.md installs a command
 * `shop` and a service `shop`.
 */
const commands: [inClone: string, onServer: string][] = [
  ['npm run shop --', 'shop'],
  // npm prints lines of its own without -s. On a server, no npm is in between.
  ['npm run -s shop --', 'shop'],
  ['npm run build', 'release <your repository>'],
  ['npm start', 'systemctl restart shop'],
]

/** Replaces the commands in a text with those of the machine on which the shop runs. */
export function withLocalCommands(text: string, publicUrl: string): string {
  if (isThisMachine(publicUrl)) return text
  return commands.reduce((result, [inClone, onServer]) => result.replaceAll(inClone, onServer), text)
}
