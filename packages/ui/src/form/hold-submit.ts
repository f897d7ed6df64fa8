import { createContext } from "react";

/**
 * Function of the form by which an input delays the submit, for example until an upload has ended. The form is then
 * submitted with the new value of the input, or not at all if the promise resolves with false.
 */
export const HoldSubmit = createContext<(ready: Promise<boolean>) => void>(() => {});
