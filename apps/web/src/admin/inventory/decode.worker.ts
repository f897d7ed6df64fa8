import { decodePicture, type Picture } from "./decode.ts";

// Decoding a frame takes tens of milliseconds. In a worker it does not block the page.
addEventListener("message", (e: MessageEvent<Picture>) => postMessage(decodePicture(e.data) ?? null));
