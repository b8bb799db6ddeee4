// What npm and the build see of the environment. Hundreds of packages run there, and none of them needs the shop's keys:
// a variable that is not named here does not reach them.

/** What any program needs to run and to speak to the terminal. Windows needs the second line. */
const common = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|CI|XDG_\w+)$/,
  /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|APPDATA|LOCALAPPDATA|USERPROFILE|TEMP|TMP)$/i,
  /^(NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE)$/,
  // By it a script knows that npm started it (`isOrphan` in run.mjs).
  /^npm_lifecycle_event$/,
]

/** npm's settings, and the way to its registry. Both may hold a password, which is npm's own. */
const forNpm = [
  /^npm_config_/i,
  /^(HTTP|HTTPS|ALL|NO)_PROXY$/i,
  /^(NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR)$/,
]

/** What pages are made of, and where the development server listens. */
const forBuild = [/^VITE_/, /^(PUBLIC_URL|PORT|HOST|FUNCTIONS_PORT|BUILD_DIRECTORY)$/]

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {RegExp[]} patterns
 * @returns {NodeJS.ProcessEnv}
 */
const only = (env, patterns) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => patterns.some((pattern) => pattern.test(name))))

/** The variables for npm and what it runs. */
export const npmEnvironment = (env = process.env) => only(env, [...common, ...forNpm])

/** The variables for the type check, the build and the development server of the site. */
export const buildEnvironment = (env = process.env) => only(env, [...common, ...forBuild])
