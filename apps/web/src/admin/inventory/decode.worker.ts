import { decodePicture, type Picture } from "./decode.ts";

// Reading a picture takes tens of milliseconds: beside the page, which stays quick.
addEventListener("message", (e: MessageEvent<Picture>) => postMessage(decodePicture(e.data) ?? null));
