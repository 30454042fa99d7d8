// How the formats begin that the server reads (`domain/media/rules.py`).
const IMAGE = /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1|avi[fs]))/s;

const read = async (blob) => new Uint8Array(await blob.arrayBuffer());

/** Resolve to the first file that does not begin like an image; its name and the type that the browser gives say nothing. */
export async function findOther(files) {
  for (const file of files) {
    if (!IMAGE.test(String.fromCharCode(...(await read(file.slice(0, 16)))))) return file;
  }
}

/**
 * Resolve to whether a JPEG, PNG or WebP has its end. Browsers show what there is of one that was cut off, and would compress
 * that to a whole photo.
 */
export async function isComplete(file) {
  const bytes = await read(file);
  const view = new DataView(bytes.buffer);
  const has = (end, from) => {
    for (let at = from; at + end.length <= bytes.length; at++) if (end.every((byte, place) => bytes[at + place] === byte)) return true;
    return false;
  };
  if (bytes[0] === 0x52) return view.getUint32(4, true) + 8 <= bytes.length;
  if (bytes[0] === 0x89) return has([0x49, 0x45, 0x4e, 0x44], Math.max(0, bytes.length - 65_536));
  if (bytes[0] !== 0xff) return true;
  let at = 2;
  // Thumbnails in the segments before the first scan have ends of their own.
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) at += 2 + view.getUint16(at + 2);
  return has([0xff, 0xd9], at);
}
