import { useEffect, useState } from "react";
import { useNavigation } from "react-router-dom";
import classes from "./Progress.module.css";

/** Most screens are there before a bar would help. */
const patienceMs = 120;

/** A thin bar on top while a screen's code is on its way. */
export function Progress() {
  const loading = useNavigation().state === "loading";
  return loading ? <Bar /> : null;
}

function Bar() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return late ? <div className={classes.bar} aria-hidden /> : null;
}
