import { decodePicture, type Picture } from "./decode.ts";

// Decoding a frame takes tens of milliseconds. A worker does it, so that the page is not blocked.
addEventListener("message", (e: MessageEvent<Picture>) => postMessage(decodePicture(e.data) ?? null));
