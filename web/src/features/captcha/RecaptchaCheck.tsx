import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { CheckProps } from "./Check";
import { CheckState, openStateOf } from "./CheckState";
import { loadRecaptcha, type Recaptcha } from "./recaptcha";
import { useOnTokenCleared } from "./useOnTokenCleared";

interface RecaptchaCheckProps extends CheckProps {
  siteKey: string;
}

/** Google's checkbox. */
function Placed({ recaptcha, siteKey, token, onToken }: RecaptchaCheckProps & { recaptcha: Recaptcha }) {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef(0);
  const tell = useEffectEvent(onToken);

  useEffect(() => {
    // Google renders into an element only once, so each effect creates a new element.
    const box = document.createElement("div");
    place.current?.append(box);
    const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const takeBack = () => tell("");
    widget.current = recaptcha.render(box, {
      sitekey: siteKey,
      theme,
      callback: (given) => tell(given),
      "expired-callback": takeBack,
      "error-callback": takeBack,
    });
    return () => box.remove();
  }, [recaptcha, siteKey]);
  useOnTokenCleared(token, () => recaptcha.reset(widget.current));

  return <div ref={place} className="min-h-20" />;
}

/** Asks the user to tick a box and perhaps to select pictures. */
export function RecaptchaCheck(props: RecaptchaCheckProps) {
  const script = useQuery({
    queryKey: ["captcha", "script"],
    queryFn: loadRecaptcha,
    staleTime: Infinity,
  });
  if (script.data) return <Placed {...props} recaptcha={script.data} />;
  return <CheckState state={openStateOf(script)} onRetry={() => void script.refetch()} />;
}
