export { CommandDialog, type DialogPreview } from "./command-dialog.tsx";
