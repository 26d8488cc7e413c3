// An area that exists only for the test of the tables: a page, a dialog, a context tab, a preference section, a call bar and a floating card.
export const DummyPage = () => <main id="dummy">Dummy page</main>;
export const DummyDialog = () => <p>Dummy dialog</p>;
export const DummyTab = ({ protocol }: { protocol: string }) => <p>Dummy tab of {protocol}</p>;
export const DummySection = () => <p>Dummy section</p>;
export const DummyBar = () => <p>Dummy call bar</p>;
export const DummyCard = () => <p>Dummy card</p>;
