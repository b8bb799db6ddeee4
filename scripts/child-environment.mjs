// The environment of npm and of the build. Hundreds of packages run there, and none of them needs the shop's keys, so
// only the variables named here are passed on.

/** Variables that every program needs to run and to use the terminal. The second line is for Windows. */
const common = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|CI|XDG_\w+)$/,
  /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|TEMP|TMP)$/i,
  /^(NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE)$/,
  // This variable tells a script that npm started it (`isOrphan` in run.mjs).
  /^npm_lifecycle_event$/,
]

/** npm's settings, and the proxies between npm and its registry. Both may contain a password, which npm needs. */
const forNpm = [
  /^npm_config_/i,
  /^(HTTP|HTTPS|ALL|NO)_PROXY$/i,
  /^(NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR)$/,
]

/** Settings of the pages, and the ports of the development server. */
const forBuild = [/^VITE_/, /^(PUBLIC_URL|PORT|HOST|FUNCTIONS_PORT|BUILD_DIRECTORY)$/]

/** @param {RegExp[]} patterns @returns {NodeJS.ProcessEnv} */
const pick = (patterns) =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => patterns.some((pattern) => pattern.test(name))),
  )

/** The variables for npm and what it runs. */
export const npmEnvironment = () => pick([...common, ...forNpm])

/** The variables for the type check, the build and the development server of the site. */
export const buildEnvironment = () => pick([...common, ...forBuild])
