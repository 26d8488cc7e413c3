// Stands in for react-remove-scroll, through which Radix locks the scrolling of the page behind a dialog. The workspace's page never scrolls: its panes
// do, and a modal layer takes their pointer events. The real one is 3 KB of every visit, and injects a <style>, which the content security policy refuses.
export const RemoveScroll = ({ children }) => children;
