import { decodePicture, type Picture } from "./decode.ts";

// Decoding takes tens of milliseconds, so it runs in a worker and the page stays responsive.
addEventListener("message", (e: MessageEvent<Picture>) => postMessage(decodePicture(e.data) ?? null));
