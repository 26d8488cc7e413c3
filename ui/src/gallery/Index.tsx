// The gallery's front page: every sheet and screen, the chosen one in both themes side by side.
import { useState } from 'react';
import { SegmentedControl } from '../design/SegmentedControl';
import { languages, type Language } from '../i18n/language';
import styles from './Sheet.module.css';
import { componentSheets, dialogs, screens, type GallerySheet } from './sheets';

const groups: ReadonlyArray<[string, ReadonlyArray<GallerySheet>]> = [
  ['Componentes', componentSheets],
  ['Telas', screens],
  ['Diálogos', dialogs],
];

export function Index() {
  const [chosen, setChosen] = useState(componentSheets[0]?.query ?? '');
  const [language, setLanguage] = useState<Language>('pt-BR');
  return (
    <div className={styles.index}>
      <nav className={styles.list} aria-label="Galeria">
        <SegmentedControl
          label="Idioma"
          value={language}
          onChange={setLanguage}
          segments={languages.map((name) => ({ value: name, label: name }))}
        />
        {groups.map(([title, sheets]) => (
          <section key={title}>
            <h2>{title}</h2>
            {sheets.map((sheet) => (
              <button
                key={sheet.query}
                type="button"
                className={styles.entry}
                aria-current={sheet.query === chosen ? 'page' : undefined}
                onClick={() => setChosen(sheet.query)}
              >
                {sheet.title}
              </button>
            ))}
          </section>
        ))}
      </nav>
      <main className={styles.frames}>
        {(['light', 'dark'] as const).map((theme) => (
          <iframe
            key={theme}
            title={theme}
            className={styles.frame}
            src={`?${chosen}&theme=${theme}&language=${language}`}
          />
        ))}
      </main>
    </div>
  );
}
