-- Pictures of people and dogs: for members only, and each changed by whoever brought it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('image', 'image', false, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/heic'])
on conflict (id) do nothing;

create policy "pictures are seen by everyone who is signed in" on storage.objects
    for select to authenticated using (bucket_id = 'image');
create policy "a picture is brought in one's own name" on storage.objects
    for insert to authenticated with check (bucket_id = 'image' and owner_id = (select auth.uid())::text);
create policy "a picture is replaced by its owner" on storage.objects
    for update to authenticated
    using (bucket_id = 'image' and owner_id = (select auth.uid())::text)
    with check (bucket_id = 'image' and owner_id = (select auth.uid())::text);
create policy "a picture is deleted by its owner" on storage.objects
    for delete to authenticated using (bucket_id = 'image' and owner_id = (select auth.uid())::text);
