// Every rule names the letters it is for: the browser fetches a file only when such letters are shown.
import "@fontsource-variable/ibm-plex-sans/wght.css";
import "./fonts.css";
