// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import * as z from "zod/mini";
import { refusal } from "@/api/testing/server";
import { Form } from "@/shared/form/Form";
import { requiredPicture } from "@/shared/form/richRules";
import { renderPiece, server, toasts } from "@/shared/testing/render";
import { useZodForm } from "@/shared/form/useZodForm";
import { FormPictureField } from "./PictureField";
import { MAX_BYTES } from "./upload";
import { press } from "@/ui/testing/press";

const onSubmit = vi.fn<(values: { logoPath: string }) => Promise<void>>();

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function png(bytes = 100): File {
  const content = new Uint8Array(bytes);
  content.set(SIGNATURE);
  return new File([content], "logo.png", { type: "image/png" });
}

function Example({ logoPath }: { logoPath: string }) {
  const form = useZodForm(z.object({ logoPath: requiredPicture("Logo") }), { logoPath });
  return (
    <Form form={form} onSubmit={onSubmit} submitLabel="Save">
      <FormPictureField name="logoPath" label="Logo" kind="vendor" />
    </Form>
  );
}

const show = (logoPath = "") => renderPiece(<Example logoPath={logoPath} />);

async function pick(file: File): Promise<void> {
  const input = document.querySelector("input[type=file]");
  if (!input) throw new Error("There is nowhere to put a file");
  await act(async () => fireEvent.change(input, { target: { files: [file] } }));
}

const picture = () => screen.queryByAltText("Logo as it will be shown")?.getAttribute("src");

beforeAll(() => {
  URL.createObjectURL = () => "blob:chosen";
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => {
  vi.clearAllMocks();
  // jsdom decodes no pictures.
  vi.stubGlobal("createImageBitmap", undefined);
});

it("FormPictureField: uploads a picture as soon as it is chosen, and saves its key", async () => {
  server.on("POST /File/bucket/vendor", () => ({ key: "key-1" }));
  show();
  await pick(png());
  await waitFor(() => expect(picture()).toBe("blob:chosen"));
  await waitFor(() => expect(screen.queryByText("Uploading the picture")).toBeNull());
  await press("Save");
  await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toEqual({ logoPath: "key-1" }));
});

it.each([
  ["Only png file is accepted", new File(["<svg/>"], "logo.png", { type: "image/png" })],
  ["Only png file is accepted", new File([], "empty.png", { type: "image/png" })],
  ["The maximum file size must be 1MB", png(MAX_BYTES + 1)],
])("FormPictureField: reports %s without an upload", async (message, file) => {
  show("key-0");
  await pick(file);
  expect(await screen.findByText(message)).toBeDefined();
  expect(picture()).toBe("/files/vendor/key-0?w=384");
  expect(server.asked("POST /File/bucket/vendor")).toEqual([]);
});

it("FormPictureField: converts a photo to a PNG that fits, and uploads that", async () => {
  const sizes = [MAX_BYTES + 1, MAX_BYTES];
  const drawn: number[] = [];
  vi.stubGlobal("createImageBitmap", async () => ({ width: 3200, height: 1600, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    drawImage: () => undefined,
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    done,
  ) {
    drawn.push(this.width);
    done(new Blob([new Uint8Array(sizes.shift() ?? 0)]));
  });
  const append = vi.spyOn(FormData.prototype, "append");
  server.on("POST /File/bucket/vendor", () => ({ key: "key-3" }));
  show();
  await pick(new File([new Uint8Array(4 * MAX_BYTES)], "shop.jpg", { type: "image/jpeg" }));
  await waitFor(() => expect(picture()).toBe("blob:chosen"));
  expect(drawn).toEqual([1600, 1200]);
  const sent = append.mock.lastCall?.[1];
  expect(sent).toMatchObject({ name: "shop.png", type: "image/png", size: MAX_BYTES });
});

it("FormPictureField: says what to do with a HEIC picture that the browser can't read", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("unknown")));
  show();
  await pick(new File(["\0\0\0\u0018ftypheic"], "photo.heic", { type: "image/heic" }));
  expect(await screen.findByText(/^This browser can’t read HEIC pictures/)).toBeDefined();
});

it("FormPictureField: accepts a picture of exactly one megabyte", async () => {
  server.on("POST /File/bucket/vendor", () => ({ key: "key-2" }));
  show();
  await pick(png(MAX_BYTES));
  await waitFor(() => expect(picture()).toBe("blob:chosen"));
});

it("FormPictureField: shows the server's error below the field, and keeps the previous picture", async () => {
  server.on("POST /File/bucket/vendor", () =>
    refusal(400, { fields: { file: "Only png file is accepted" } }),
  );
  show("key-0");
  await pick(png());
  expect(await screen.findByText("Only png file is accepted")).toBeDefined();
  expect(picture()).toBe("/files/vendor/key-0?w=384");
  expect(toasts()).toEqual([]);
});

it("FormPictureField: saves nothing during the upload, and can cancel it", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  show();
  await pick(png());
  await press("Save");
  expect(await screen.findByText("The picture is still being uploaded.")).toBeDefined();
  expect(onSubmit).not.toHaveBeenCalled();
  await press("Cancel the new picture: Logo");
  await waitFor(() => expect(picture()).toBeUndefined());
  expect(await screen.findByText("Logo field is required.")).toBeDefined();
});

it("FormPictureField: removes the picture", async () => {
  show("key-0");
  await press("Remove picture: Logo");
  expect(picture()).toBeUndefined();
  await press("Save");
  expect(await screen.findByText("Logo field is required.")).toBeDefined();
});
