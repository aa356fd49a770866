// Runs before the first paint, so that neither theme nor direction flashes. The application takes over afterwards.
(function () {
  var root = document.documentElement;
  var rightToLeft = ["ar", "ckb"];
  try {
    var language = localStorage.getItem("portal.language");
    if (language) {
      root.lang = language;
      root.dir = rightToLeft.indexOf(language) >= 0 ? "rtl" : "ltr";
    }
    root.setAttribute("data-mantine-color-scheme", localStorage.getItem("portal.theme") === "dark" ? "dark" : "light");
  } catch (_) {
    // No storage: light, left to right, as the page says.
  }
})();
