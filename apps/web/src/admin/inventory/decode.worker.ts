import { decodePicture, type Picture } from "./decode.ts";

// Decoding a frame takes tens of milliseconds, so it is done in a worker and does not block the page.
addEventListener("message", (e: MessageEvent<Picture>) => postMessage(decodePicture(e.data) ?? null));
