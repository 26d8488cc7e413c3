/*
 * Runs before everything else, in any browser, so it is written in ES5: sets theme and language on <html> before the first paint, refuses
 * browsers that cannot run the workspace, and starts the modern or the old-engine build. It is never part of a bundle.
 * The build writes engine versions, addresses and texts into the attributes of its <script id="boot"> (scripts/vite/boot-entry.mjs).
 */
(function () {
  'use strict';
  var own = document.getElementById('boot');
  // ui/engines.json: the oldest engines that run the workspace, and the oldest that run its modern build.
  var engines = JSON.parse(own.getAttribute('data-engines'));
  var html = document.documentElement;

  /** A stored choice of the agent; null if there is none or storage is blocked. */
  function stored(key) {
    try {
      return window.localStorage.getItem(key);
    } catch (blocked) {
      return null;
    }
  }

  function chooseTheme() {
    var choice = stored('workspace.theme');
    if (choice === 'light' || choice === 'dark') return choice;
    return window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  function known(name, match) {
    return { version: Number(match[1]), oldest: engines.oldest[name], modern: engines.modern[name] };
  }

  /** The engine's version by the Chrome token (Edge and Opera carry it too) or else the Firefox token; others have none. */
  function engine() {
    var chrome = /Chrome\/(\d+)/.exec(navigator.userAgent);
    if (chrome) return known('chrome', chrome);
    var firefox = /Firefox\/(\d+)/.exec(navigator.userAgent);
    if (firefox) return known('firefox', firefox);
    return null;
  }

  /**
   * The server lets the page make neither markup nor scripts of texts (trusted types), where the engine can refuse it. Addresses of scripts and
   * workers are let through if they are of this origin; there is no way for anything else.
   */
  function trustOwnAddresses() {
    if (!window.trustedTypes) return;
    window.trustedTypes.createPolicy('default', {
      createScriptURL: function (address) {
        return new URL(address, document.baseURI).origin === location.origin ? address : null;
      },
    });
  }

  function whenParsed(work) {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work);
    else work();
  }

  function element(name, className, text) {
    var made = document.createElement(name);
    made.className = className;
    if (text) made.appendChild(document.createTextNode(text));
    return made;
  }

  /** The one page that does not need the application: a title, a sentence, an action. */
  function showNotice(name, action) {
    whenParsed(function () {
      var words = JSON.parse(own.getAttribute('data-words'))[html.lang][name];
      var main = element('main', 'boot-page', '');
      var card = element('div', 'boot-card', '');
      card.appendChild(element('h1', 'boot-title', words.title));
      card.appendChild(element('p', 'boot-text', words.text));
      card.appendChild(action(words));
      main.appendChild(card);
      document.title = words.title;
      document.getElementById('root').appendChild(main);
    });
  }

  function refuse() {
    var page = own.getAttribute('data-base') + 'unsupported-browser';
    if (location.pathname !== page) history.replaceState(null, '', page);
    showNotice('unsupported', function (words) {
      var list = element('p', 'boot-text', '');
      var browsers = [
        [words.chrome, 'https://www.google.com/chrome/'],
        [words.firefox, 'https://www.mozilla.org/firefox/'],
      ];
      for (var at = 0; at < browsers.length; at += 1) {
        var link = element('a', 'boot-link', browsers[at][0]);
        link.href = browsers[at][1];
        link.rel = 'noreferrer';
        list.appendChild(link);
      }
      return list;
    });
  }

  /** A file of the build could not be loaded: an update may have replaced it, or the connection is gone. */
  function showFailure() {
    showNotice('failed', function (words) {
      var button = element('button', 'boot-button', words.action);
      button.type = 'button';
      button.onclick = function () {
        location.reload();
      };
      return button;
    });
  }

  function load(address, type, next) {
    var script = document.createElement('script');
    if (type) script.type = type;
    script.crossOrigin = 'anonymous';
    script.src = address;
    script.onerror = showFailure;
    if (next) script.onload = next;
    document.head.appendChild(script);
  }

  /** Requests a file before the application does. */
  function fetchEarly(relation, address, kind) {
    var link = document.createElement('link');
    link.rel = relation;
    if (kind) link.as = kind;
    link.crossOrigin = 'anonymous';
    link.href = address;
    document.head.appendChild(link);
  }

  function startModern(entry) {
    var needed = [entry].concat(JSON.parse(own.getAttribute('data-preload')));
    for (var at = 0; at < needed.length; at += 1) fetchEarly('modulepreload', needed[at], '');
    fetchEarly('preload', own.getAttribute('data-wasm'), 'fetch');
    whenParsed(function () {
      load(entry, 'module');
    });
  }

  /** Old engines load all style sheets at once; nothing is shown before each has loaded or failed. */
  function withSheets(addresses, next) {
    var awaited = addresses.length + 1;
    function arrived() {
      awaited -= 1;
      if (awaited === 0) next();
    }
    for (var at = 0; at < addresses.length; at += 1) {
      var link = document.createElement('link');
      link.rel = 'stylesheet';
      link.onload = arrived;
      link.onerror = arrived;
      link.href = addresses[at];
      document.head.appendChild(link);
    }
    arrived();
  }

  function startOldEngine() {
    html.setAttribute('data-engine', 'old');
    withSheets(JSON.parse(own.getAttribute('data-old-engine-sheets')), function () {
      whenParsed(function () {
        load(own.getAttribute('data-old-engine-polyfills'), '', function () {
          window.System.import(own.getAttribute('data-old-engine')).catch(showFailure);
        });
      });
    });
  }

  trustOwnAddresses();
  html.setAttribute('data-theme', chooseTheme());
  html.lang = stored('workspace.language') === 'en' ? 'en' : 'pt-BR';

  var found = engine();
  var modernEntry = own.getAttribute('data-modern');
  if (!found || found.version < found.oldest) refuse();
  // Without an entry this is the development server, whose page starts the application itself.
  else if (!modernEntry) return;
  else if (found.version >= found.modern) startModern(modernEntry);
  else startOldEngine();
})();
