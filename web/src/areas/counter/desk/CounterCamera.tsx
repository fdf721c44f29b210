import "@/areas/counter/camera/camera.css";
import { useState, type RefObject } from "react";
import { m } from "@/i18n";
import { isCardCode } from "@/features/counter/lookup/scannedText";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Scanner } from "@/areas/counter/camera/Scanner";
import { useIsUnanswered } from "@/areas/counter/camera/useIsUnanswered";

interface CounterCameraProps {
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  isLooking: boolean;
  /** The last scanned code, kept while a card replaces the camera. */
  lastCode: RefObject<string | undefined>;
  onCode: (code: string) => void;
  /** Called with the text of a QR code that is not a card's. */
  onOther: (text: string) => void;
  /** Called when there is no picture or no decoder. */
  onTrouble: () => void;
}

/** The camera below the search field, if it is switched on. */
export function CounterCamera(props: CounterCameraProps) {
  const { isOn, onTurn, isLooking, lastCode, onCode, onOther, onTrouble } = props;
  const [attempt, setAttempt] = useState(0);
  const [isInTrouble, setIsInTrouble] = useState(false);
  const isUnanswered = useIsUnanswered();
  if (!isOn) {
    return (
      <Button variant="quiet" onClick={() => onTurn(true)} className="justify-self-start">
        <Icon name="scan-line" size={20} />
        {m.counter_camera_on()}
      </Button>
    );
  }
  return (
    <div className="grid gap-2 [&_.scan-frame]:w-[min(50%,220px)] [&>div:has(video)]:aspect-[16/10] [&>div:has(video)]:max-h-[34dvh]">
      <Scanner
        key={attempt}
        isLooking={isLooking}
        onCode={(text) => (isCardCode(text) ? onCode(text) : onOther(text))}
        isUnanswered={isUnanswered}
        lastCode={lastCode}
        onTrouble={(isTrouble) => {
          setIsInTrouble(isTrouble);
          if (isTrouble) onTrouble();
        }}
        onTryAgain={() => setAttempt(attempt + 1)}
      />
      {!isInTrouble && (
        <Button variant="quiet" size="small" onClick={() => onTurn(false)} className="justify-self-start">
          {m.counter_camera_off()}
        </Button>
      )}
    </div>
  );
}
