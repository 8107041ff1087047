// Before anything is painted: the theme that was chosen here earlier. Without a choice the system's is used.
(function () {
  try {
    var theme = localStorage.getItem("weir-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (refused) {
    // Storage may be switched off; the system's theme is used.
  }
})();
