// Which folders of ui/src may import which. Each area may import the areas of lower layers only, as in the core.
const layers = [
  ['palette'],
  ['attendance', 'fastTrigger', 'contactPage', 'messageSearch', 'broadcast'],
  ['people'],
  ['history'],
  ['whatsapp'],
  ['conversation', 'voice'],
  ['qualification', 'contacts'],
  ['transfers'],
  ['jobs'],
  ['supervision', 'colleagues'],
  ['callSupervision'],
  ['pauses', 'absence'],
  ['channels'],
  ['session'],
  ['connection', 'notifications', 'tags', 'churn', 'imports', 'deadEffects'],
];

/** An area imports no area of its own layer or of a higher one. */
const layerRules = layers.flatMap((own, index) =>
  own.map((area) => {
    const forbidden = layers
      .slice(0, index + 1)
      .flat()
      .filter((other) => other !== area);
    return {
      name: `layers-of-areas-${area}`,
      comment: `areas/${area} may import only areas of lower layers`,
      severity: 'error',
      from: { path: `^ui/src/areas/${area}/` },
      to: { path: `^ui/src/areas/(${forbidden.join('|')})/` },
    };
  }),
);

const forbid = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
});

const conversation = '^ui/src/areas/conversation/';
const conversationPage = `${conversation}[^/]+$`;

module.exports = {
  forbidden: [
    { name: 'no-circles', comment: 'also of types only', severity: 'error', from: {}, to: { circular: true } },
    forbid('areas-import-no-app', '^ui/src/(areas|shared)/', '^ui/src/(app|gallery)/|^ui/src/main'),
    forbid('shared-imports-no-area', '^ui/src/shared/', '^ui/src/areas/'),
    forbid('core-imports-only-i18n', '^ui/src/core/', '^ui/src/(app|areas|shared|design|gallery)/'),
    // The second hand and the brand are facts of the page that components draw.
    forbid(
      'design-imports-core-page-and-i18n',
      '^ui/src/design/',
      '^ui/src/(app|areas|shared|gallery)/|^ui/src/core/(?!page/)',
    ),
    forbid('i18n-imports-nothing', '^ui/src/i18n/', '^ui/src/(app|areas|shared|core|design|gallery)/'),
    forbid('nothing-imports-the-gallery', '^ui/src/(app|main)', '^ui/src/gallery/'),
    {
      name: 'every-area-has-a-layer',
      severity: 'error',
      from: { path: `^ui/src/areas/(?!(${layers.flat().join('|')})/)` },
      to: {},
    },
    ...layerRules,
    // Inside the conversation: the page of a channel > thread > composer > media. Another kind of conversation takes the parts that it needs.
    forbid('media-imports-no-part', `${conversation}media/`, conversationPage + `|${conversation}(thread|composer)/`),
    forbid('composer-imports-media-only', `${conversation}composer/`, conversationPage + `|${conversation}thread/`),
    forbid('thread-imports-no-page', `${conversation}thread/`, conversationPage),
  ],
  options: {
    doNotFollow: { path: 'node_modules|^pkg/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
