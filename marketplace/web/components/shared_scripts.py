"""Scripts that several components import, from `$/public/external/marketplace/web/components/shared_scripts/<name>`."""

import reflex as rx

rx.asset("image_content.js", shared=True)
rx.asset("layers.js", shared=True)
rx.asset("outbox.js", shared=True)
rx.asset("send_file.js", shared=True)
rx.asset("storage.js", shared=True)
rx.asset("use_combobox.js", shared=True)
rx.asset("use_photo_uploads.js", shared=True)
rx.asset("use_window_event.js", shared=True)
