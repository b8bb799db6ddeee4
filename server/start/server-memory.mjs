/**
 * Node's arguments that limit the memory of the server and of the seller's commands. Without them, V8 sizes its heap by the
 * memory of the machine and collects garbage late. The server then grows to 330 MB, although it keeps no data of past
 * requests. The heap holds 50 MB when the shop is busy. `deploy/shop.service`, `deploy/shop` and `deploy/Dockerfile` repeat
 * these arguments. Their units are MB: the first limits each half of the space for new objects, the second the space for older
 * objects.
 */
export const serverMemory = ['--max-semi-space-size=8', '--max-old-space-size=192']
