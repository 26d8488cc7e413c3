// Stands in for react-style-singleton, through which Radix locks the scrolling of the page behind a dialog by injecting a <style>. The content
// security policy refuses injected styles, and the workspace's page never scrolls: its panes do, and dialogs cover them.
const nothing = () => null;

export const stylesheetSingleton = () => ({ add: nothing, remove: nothing });
export const styleHookSingleton = () => nothing;
export const styleSingleton = () => nothing;
