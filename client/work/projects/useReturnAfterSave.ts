import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../platform/paths";
import { toast } from "../../ui/toast/toast";
import { invalidateProject } from "./project-actions";

/** Delay in ms after saving before the return to the list (specification section 9); the loading flag also ends by then. */
const redirectDelayMs = 1_000;

/** After saving, shows the server's message and returns to the list, unless the user has navigated away meanwhile. */
export function useReturnAfterSave() {
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const finish = async (id: number, message: string | undefined) => {
    setSaved(true);
    invalidateProject(id);
    if (message) toast.done(message);
    await new Promise((resolve) => setTimeout(resolve, redirectDelayMs));
    if (isMounted.current) void navigate(paths.projects);
  };
  return { saved, finish };
}
