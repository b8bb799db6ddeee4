/**
 * Node's arguments that limit the memory of the server and of the seller's commands. Without them, V8 sizes its heap by the
 * memory of the machine and collects garbage late: the server then grows to 330 MB, although it keeps nothing of the
 * requests. The heap holds 50 MB when the shop is busy. `deploy/shop.service`, `deploy/shop` and `deploy/Dockerfile` repeat
 * them. Both numbers are MB: each half of the space for new objects, and the space for objects that live longer.
 */
export const serverMemory = ['--max-semi-space-size=8', '--max-old-space-size=192']
