import type { Texts } from "../types.ts";
import type { administration as model } from "../zh-CN/administration.ts";

export const administration: Texts<typeof model> = {
  tenant: {
    company: "Company and system",
    seats: "Logged in now",
    history: "Licences",
    load: "Load licence file",
    loaded: "The licence is loaded and in force",
    lead: "Licence files are issued by the platform's operator, who needs the serial number and the tenant ID.",
    noLicence: "No licence has been loaded yet",
    noLicenceHint: "Until then neither log-ins nor validity are limited.",
    ofSeats: "in use / licensed",
    controlled: "No log-in after the due date",
    notControlled: "Validity is not controlled",
    chooseLogo: "Choose picture",
    forceOut: "Force out",
    forceOutPrompt: (name) => `Are you sure to end all log-ins of “${name}” now?`,
    forcedOut: "Forced out",
    ownSeat: "This is your own log-in",
    hints: {
      sysName: "Shown above the menu and in the browser's title",
      playTime: "How long a board stays before the next view, 5 to 3600 seconds",
      logo: "PNG, JPG or WebP, shown above the menu",
    },
  },
  menu: {
    lead: "Drag, or use the arrows, to change the order. What is off is hidden from everybody, and its operations are refused. Whoever is logged in sees changes at once.",
    up: (name) => `Move ${name} up`,
    down: (name) => `Move ${name} down`,
    switched: (name) => `${name} is on`,
    edit: (name) => `Edit menu · ${name}`,
    usual: "Default",
    only: (org) => `Only ${org}`,
    nameHint: "Left empty it has its usual name",
    orgHint: "Then only the people of this organization see it, and those who see the whole tenant",
    own: "Changed",
    resetOne: "Back to default",
    resetAll: "Reset the menu",
    resetPrompt: "Are you sure to give the whole menu its default names, icons, order and state again?",
    fixed: "The menu screen and its section cannot be switched off",
  },
};
