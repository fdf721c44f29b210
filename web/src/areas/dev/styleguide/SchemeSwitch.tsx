import { useEffect, useState } from "react";
import { RadioGroup } from "@/ui/form/RadioGroup";

const choices = [
  { value: "system", text: "As the system" },
  { value: "light", text: "Light" },
  { value: "dark", text: "Dark" },
];

/** Shows the light or the dark theme, whatever the system setting. */
export function SchemeSwitch() {
  const [scheme, setScheme] = useState("system");
  useEffect(() => {
    const { classList } = document.documentElement;
    const name = `scheme-${scheme}`;
    classList.add(name);
    return () => classList.remove(name);
  }, [scheme]);
  return (
    <RadioGroup
      legend="Scheme"
      choices={choices}
      value={scheme}
      onPick={setScheme}
      className="[&>label]:mr-5 [&>label]:inline-flex"
    />
  );
}
