// Sets the chosen or preferred theme and language before the first paint.
(function () {
  var read = function (key) {
    try {
      return window.localStorage.getItem(key);
    } catch (blocked) {
      return null;
    }
  };
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  var theme = read('outside.theme');
  document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : dark ? 'dark' : 'light';
  document.documentElement.lang = read('outside.language') === 'en' ? 'en' : 'pt-BR';
})();
