// Sets theme and direction before the first paint, so that they don't change visibly when the application starts.
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
    // Without storage, the page stays light and left to right.
  }
})();
