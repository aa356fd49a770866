// Each font-face rule names its unicode range, so the browser fetches a file only for characters that are shown.
import "@fontsource-variable/ibm-plex-sans/wght.css";
import "./fonts.css";
