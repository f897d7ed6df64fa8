export { CommandDialog } from "./command-dialog.tsx";
