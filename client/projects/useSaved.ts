import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../platform/paths";
import { toast } from "../ui/toast/toast";
import { projectChanged } from "./project-actions";

/** Specification section 9: a second after saving to the list; the loading flag goes by then as well. */
const lingerMs = 1_000;

/** What follows a saved project: the server's word, the list. Whoever goes elsewhere meanwhile isn't fetched back. */
export function useSaved() {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const finish = async (id: number, message: string | undefined) => {
    setSaved(true);
    projectChanged(id);
    if (message) toast.done(message);
    await new Promise((resolve) => setTimeout(resolve, lingerMs));
    if (here.current) void navigate(paths.projects);
  };
  return { saved, finish };
}
