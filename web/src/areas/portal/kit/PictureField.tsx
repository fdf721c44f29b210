import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { ApiError } from "@/api/error";
import { pictureUrl, type PictureKind } from "@/lib/pictures";
import { PICTURE_ON_ITS_WAY } from "@/shared/form/richRules";
import { useField } from "@/shared/form/useField";
import { PicturePicker } from "@/ui/rich/PicturePicker";
import { pngOf } from "./pngOf";
import { uploadPicture } from "./upload";

interface PictureFieldProps {
  name: string;
  label: string;
  kind: PictureKind;
  isOptional?: boolean | undefined;
  className?: string | undefined;
}

/** A newly chosen picture: a local preview until the upload ends, then also its key. */
interface ChosenPicture {
  url: string;
  key?: string;
}

interface Sending {
  file: File;
  signal: AbortSignal;
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.fields["file"] ?? error.errorMessage;
}

/** Uploads a picture as soon as it is chosen; the form's value is the key from the server. */
export function FormPictureField({ name, label, kind, isOptional, className }: PictureFieldProps) {
  const { error } = useField(name);
  const { setError, setValue, clearErrors, watch } = useFormContext<Record<string, string>>();
  const [chosen, setChosen] = useState<ChosenPicture>();
  const sending = useRef<AbortController>(undefined);
  const upload = useMutation({
    mutationFn: ({ file, signal }: Sending) => uploadPicture(kind, file, signal),
    meta: { showsItsOwnErrors: true },
  });
  const chosenUrl = chosen?.url;
  useEffect(
    () => () => {
      if (chosenUrl) URL.revokeObjectURL(chosenUrl);
    },
    [chosenUrl],
  );
  useEffect(() => () => sending.current?.abort(), []);

  const key = watch(name) ?? "";
  const isUploading = key === PICTURE_ON_ITS_WAY;

  const put = (value: string, shouldValidate: boolean) =>
    setValue(name, value, { shouldDirty: true, shouldValidate });
  const refuse = (message: string) => setError(name, { type: "picture", message });
  const take = async (chosenFile: File) => {
    const attempt = new AbortController();
    sending.current = attempt;
    const converted = await pngOf(chosenFile);
    // Another picture was chosen, or the page was left, during the conversion.
    if (attempt.signal.aborted || sending.current !== attempt) return undefined;
    if ("problem" in converted) return refuse(converted.problem);
    const { file } = converted;
    clearErrors(name);
    const url = URL.createObjectURL(file);
    setChosen({ url });
    put(PICTURE_ON_ITS_WAY, false);
    try {
      const given = await upload.mutateAsync({ file, signal: attempt.signal });
      setChosen({ url, key: given });
      put(given, true);
    } catch (cause) {
      if (attempt.signal.aborted) return undefined;
      setChosen(undefined);
      put(key, false);
      refuse(messageOf(cause));
    }
    return undefined;
  };
  const remove = () => {
    sending.current?.abort();
    setChosen(undefined);
    put("", true);
  };

  const isChosenHere = chosen !== undefined && (isUploading || chosen.key === key);
  const shown = isChosenHere ? chosen.url : key && pictureUrl(kind, key, 384);
  return (
    <PicturePicker
      legend={label}
      name={name}
      isOptional={isOptional}
      url={shown || undefined}
      isUploading={isUploading}
      error={error}
      onPick={(file) => void take(file)}
      onRemove={remove}
      className={className}
    />
  );
}
