// Is there a person behind this form? The server says who checks it: its own work for the visitor's machine, or Google.
import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/api/queries/settings";
import { AltchaCheck, type CheckProps } from "./AltchaCheck";
import { CheckState } from "./CheckState";
import { RecaptchaCheck } from "./RecaptchaCheck";

export function Captcha(props: CheckProps) {
  const { isWanted } = props;
  const { data, isError, isFetching, refetch } = useQuery({ ...settingsQuery(), enabled: isWanted });
  if (data?.captcha.siteKey) return <RecaptchaCheck {...props} siteKey={data.captcha.siteKey} />;
  if (data?.captcha.challengeUrl) return <AltchaCheck {...props} challengeUrl={data.captcha.challengeUrl} />;
  const isFailed = isError && !isFetching;
  const unfinished = isFailed ? "failed" : isWanted ? "checking" : "waiting";
  return <CheckState state={unfinished} onRetry={() => void refetch()} />;
}
