import { useEffect } from "react";
import { useNavigate } from "react-router-dom";

/** A push message was clicked, and this tab was brought to the front: it goes where the message leads. */
export function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const workers = navigator.serviceWorker;
    const open = ({ data }: MessageEvent<{ type?: string; path?: string }>) => {
      if (data?.type === "open" && data.path?.startsWith("/") && !data.path.startsWith("//")) void navigate(data.path);
    };
    workers.addEventListener("message", open);
    workers.startMessages();
    return () => workers.removeEventListener("message", open);
  }, [navigate]);
}
