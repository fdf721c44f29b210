import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CheckProps } from "./AltchaCheck";
import { CheckState } from "./CheckState";
import { loadRecaptcha, type Recaptcha } from "./recaptcha";

interface PlacedProps extends Pick<CheckProps, "token" | "onToken"> {
  recaptcha: Recaptcha;
  siteKey: string;
}

/** Google's box, with a tick to set. */
function Placed({ recaptcha, siteKey, token, onToken }: PlacedProps) {
  const place = useRef<HTMLDivElement>(null);
  const [widget, setWidget] = useState<number>();
  const tell = useRef(onToken);
  const isUsed = useRef(false);

  useEffect(() => {
    tell.current = onToken;
  });

  useEffect(() => {
    // Google draws into an element once; a new effect brings a new element.
    const box = document.createElement("div");
    place.current?.append(box);
    const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const takeBack = () => tell.current("");
    setWidget(
      recaptcha.render(box, {
        sitekey: siteKey,
        theme,
        callback: (given) => tell.current(given),
        "expired-callback": takeBack,
        "error-callback": takeBack,
      }),
    );
    return () => box.remove();
  }, [recaptcha, siteKey]);

  useEffect(() => {
    if (token !== "") isUsed.current = true;
    else if (isUsed.current && widget !== undefined) {
      isUsed.current = false;
      recaptcha.reset(widget);
    }
  }, [token, widget, recaptcha]);

  return <div ref={place} className="min-h-20" />;
}

/** Asks the visitor to set a tick, and perhaps to look at pictures. */
export function RecaptchaCheck({ siteKey, isWanted, ...props }: CheckProps & { siteKey: string }) {
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ["captcha", "script"],
    queryFn: loadRecaptcha,
    enabled: isWanted,
    staleTime: Infinity,
    meta: { showsItsOwnErrors: true },
  });
  if (data) return <Placed {...props} recaptcha={data} siteKey={siteKey} />;
  const isFailed = isError && !isFetching;
  const unfinished = isFailed ? "failed" : isWanted ? "checking" : "waiting";
  return <CheckState state={unfinished} onRetry={() => void refetch()} />;
}
